-- What a member has sent in pictures on one day (UTC), in bytes: held against a quota, and dropped once the day is over.
create table upload_days (
  community_id uuid not null,
  user_id uuid not null,
  day date not null,
  bytes int not null,
  primary key (community_id, user_id, day),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);

-- Whose portrait a picture is: who may fetch it is looked up with each picture.
create index users_photo on users (photo_id) where photo_id is not null;
