! kernels/fortran/quadrille.f90 -- the module that programs use.
module quadrille
  use quadrille_types
  use quadrille_algorithms
  use quadrille_messages
  use quadrille_collectives
  use quadrille_executions
  implicit none
  private :: qdr_handle
end module quadrille
