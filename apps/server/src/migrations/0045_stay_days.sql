-- The days that the team has given for a stay: within them its guest says when they come and go.
alter table bookings
  add column given_arrival date,
  add column given_departure date;
update bookings set given_arrival = arrival, given_departure = departure;
alter table bookings
  alter column given_arrival set not null,
  alter column given_departure set not null;
