-- A phone is told by the service of its system, which knows it by a token and seals nothing. What a browser's push service
-- takes is sealed: its two keys are there for browsers alone.
alter table push_endpoints rename column url to address;
alter index push_endpoints_url_key rename to push_endpoints_address_key;
alter table push_endpoints
  alter column p256dh drop not null,
  alter column auth drop not null,
  drop constraint push_endpoints_os_check,
  add check (os in ('electron', 'web', 'ios', 'android')),
  add check ((p256dh is not null) = (os in ('electron', 'web'))),
  add check ((auth is null) = (p256dh is null));
