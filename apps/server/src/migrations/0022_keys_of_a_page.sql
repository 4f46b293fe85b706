-- A page asks once which of its events its reader has flagged.
create index event_flags_reporter on event_flags (reporter_id, event_id);

-- A page finds its keys in the index alone: in a large installation the rows behind them lie far apart.
create unique index event_channels_key on event_channels (channel_id, event_id) include (community_id);
alter table event_channels drop constraint event_channels_pkey,
  add constraint event_channels_pkey primary key using index event_channels_key;
