-- A known value, encrypted with the secret of the installation: at the start it tells a wrong secret from the right one.
create table secret_check (
  one boolean primary key default true check (one),
  sealed text not null
);
