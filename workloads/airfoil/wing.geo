// wing.geo -- a half wing on a symmetry plane, in half a sphere of air.
//
// The planform is like the ONERA M6's, in chords of the root: leading edge
// swept by 30 degrees, taper 0.562, a span of 1.48; the section is NACA 0012
// with a closed trailing edge. make_meshes.sh calls gmsh with a factor F:
//   gmsh -3 -nt 1 -format msh22 -setnumber F 0.99 -o wing.msh wing.geo
// Lengths of edges are F (h0 + growth * distance from the wing), so that one
// number sets how many points there are, nearly continuously.

DefineConstant[F = 1];

radius = 20;                         // of the air, in root chords
span = 1.48;
taper = 0.562;
sweep = 30 * Pi / 180;               // of the leading edge
h0 = 0.032;
growth = 0.08;
num_stations = 12;                   // of a section, on each side

// A wing's section at span y, of chord c: points from the leading edge back,
// where cosine spacing draws the nose. Side 1 is the upper one.
Macro Section
  nose = newp; Point(nose) = {x0, y, 0};
  tail = newp; Point(tail) = {x0 + c, y, 0};
  For side In {0 : 1}
    points[] = {nose};
    For i In {1 : num_stations - 1}
      t = 1 - Cos(Pi / 2 * i / num_stations);
      half = 0.6 * (0.2969 * Sqrt(t) - 0.1260 * t - 0.3516 * t^2
                    + 0.2843 * t^3 - 0.1036 * t^4);
      p = newp; Point(p) = {x0 + c * t, y, (2 * side - 1) * c * half};
      points[] += p;
    EndFor
    points[] += tail;
    curve~{side} = newc; Spline(curve~{side}) = points[];
  EndFor
Return

c = 1; x0 = -0.5; y = 0;
Call Section;
root_nose = nose; root_tail = tail; root_lower = curve_0; root_upper = curve_1;
c = taper; x0 = -0.5 + span * Tan(sweep); y = span;
Call Section;
tip_nose = nose; tip_tail = tail; tip_lower = curve_0; tip_upper = curve_1;

leading = newc; Line(leading) = {root_nose, tip_nose};
trailing = newc; Line(trailing) = {root_tail, tip_tail};
loop = newll; Curve Loop(loop) = {root_upper, trailing, -tip_upper, -leading};
upper = news; Surface(upper) = {loop};
loop = newll; Curve Loop(loop) = {root_lower, trailing, -tip_lower, -leading};
lower = news; Surface(lower) = {loop};
loop = newll; Curve Loop(loop) = {tip_upper, -tip_lower};
cap = news; Plane Surface(cap) = {loop};

// The air: four spherical triangles round the pole, on the circle's quarters.
centre = newp; Point(centre) = {0, 0, 0};
pole = newp; Point(pole) = {0, radius, 0};
For i In {0 : 3}
  rim~{i} = newp;
  Point(rim~{i}) = {radius * Cos(i * Pi / 2), 0, radius * Sin(i * Pi / 2)};
EndFor
For i In {0 : 3}
  j = (i + 1) % 4;
  quarter~{i} = newc; Circle(quarter~{i}) = {rim~{i}, centre, rim~{j}};
  meridian~{i} = newc; Circle(meridian~{i}) = {rim~{i}, centre, pole};
EndFor
farfield[] = {};
For i In {0 : 3}
  j = (i + 1) % 4;
  loop = newll; Curve Loop(loop) = {quarter~{i}, meridian~{j}, -meridian~{i}};
  s = news; Surface(s) = {loop};
  farfield[] += s;
EndFor
outer = newll; Curve Loop(outer) = {quarter_0, quarter_1, quarter_2, quarter_3};
inner = newll; Curve Loop(inner) = {root_upper, -root_lower};
symmetry = news; Plane Surface(symmetry) = {outer, inner};
shell = newsl;
Surface Loop(shell) = {farfield[], symmetry, upper, lower, cap};
air = newv; Volume(air) = {shell};

Physical Surface("wall", 1) = {upper, lower, cap};
Physical Surface("symmetry", 2) = {symmetry};
Physical Surface("farfield", 3) = {farfield[]};
Physical Volume("volume", 4) = {air};

Field[1] = Distance;
Field[1].CurvesList = {root_upper, root_lower, tip_upper, tip_lower,
                       leading, trailing};
Field[1].SurfacesList = {upper, lower};
Field[1].NumPointsPerCurve = 60;
Field[2] = MathEval;
Field[2].F = Sprintf("%.9g * (%.9g + %.9g * F1)", F, h0, growth);
Background Field = 2;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
