-- A row that goes is looked for in every table that leads to it: without an index each deletion of a picture read the 40,000
-- towns, under a lock (5 of its 5 to 11 ms). A test holds that each foreign key has one.
create index cities_photo on cities (photo_id) where photo_id is not null;
create index communities_logo on communities (logo_id) where logo_id is not null;
create index communities_organization on communities (organization_id) where organization_id is not null;
create index channels_community on channels (community_id) where community_id is not null;
create index channels_organization on channels (organization_id) where organization_id is not null;
create index community_channels_channel on community_channels (channel_id);
create index community_deals_of_category on community_deals (category_id) where category_id is not null;
create index deals_of_category on deals (category_id) where category_id is not null;
create index deals_template on deals (template_id) where template_id is not null;
create index bookings_place on bookings (place_id) where place_id is not null;
create index events_place on events (place_id) where place_id is not null;
create index events_location on events (location_id) where location_id is not null;
