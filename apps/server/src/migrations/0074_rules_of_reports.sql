-- The rule that somebody chose as they reported something, beside what they wrote: each reader is told it in their own language.
alter table event_flags add column rule text;
alter table message_flags add column rule text;
alter table deal_flags add column rule text;
alter table user_flags add column rule text;
