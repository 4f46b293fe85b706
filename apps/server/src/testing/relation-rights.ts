import { administrationCalls } from './relation-calls/administration.ts'
import { communityCalls } from './relation-calls/community.ts'
import { dealCalls } from './relation-calls/deals.ts'
import { mediaCalls } from './relation-calls/media.ts'
import { memberCalls } from './relation-calls/members.ts'
import { messageCalls } from './relation-calls/messages.ts'
import { moderationCalls } from './relation-calls/moderation.ts'
import { postCalls } from './relation-calls/posts.ts'
import { templateCalls } from './relation-calls/templates.ts'
import type { RelationCall } from './relations.ts'
import type { TestServer } from './test-server.ts'

/**
 * The expected response to every call whose path or body identifies an entity, by the relation between the entity's
 * owner and the caller. A dot is a success. A dash marks cases that do not exist: staff cannot be blocked, a place has
 * no owner.
 */
export const relationTable = `
                                               | as            | own       | same            | elsewhere              | blocker         | left            | shutout   | gone
GET /events (userId)                           | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
GET /events/details/:id                        | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /events/community/:id                      | neighbor      | .         | .               | .                      | .               | .               | .         | .
GET /events/ics/:id                            | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /calendar/:file                            | neighbor      | .         | .               | .                      | .               | error404        | error404  | error404
GET /digests/stop/:token                       | neighbor      | .         | .               | .                      | .               | .               | .         | .
POST /digests/stop/:token                      | neighbor      | .         | .               | .                      | .               | .               | .         | .
PUT /events/:id                                | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
PUT /events/:id (photoUri)                     | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
PUT /events/:id (channelsIds)                  | neighbor      | .         | -               | forbidden              | -               | -               | nosession | nosession
DELETE /events/:id                             | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
DELETE /events/:id (by an administrator)       | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /events/interested/:id                    | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
POST /events/uninterested/:id                  | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
POST /events/cancel/:id                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
PUT /events/flag/:id                           | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /events/pin/:id                            | employee      | .         | .               | error404               | -               | error404        | nosession | -
DELETE /events/pin/:id                         | employee      | .         | .               | error404               | -               | error404        | nosession | -
POST /events/publish (photoUri)                | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /events/publish (channelsIds)             | employee      | .         | -               | forbidden              | -               | -               | nosession | -
GET /messages/users/:id                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
GET /messages (userId)                         | neighbor      | error404  | .               | error404               | forbidden       | .               | nosession | nosession
GET /messages (pseudo)                         | neighbor      | error404  | .               | error404               | forbidden       | error404        | nosession | nosession
GET /messages (eventId)                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
POST /messages (to)                            | neighbor      | forbidden | .               | error404               | forbidden       | forbidden       | nosession | nosession
POST /messages (eventId)                       | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
POST /messages (image)                         | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /messages/exitchat (userId)               | neighbor      | error404  | .               | error404               | forbidden       | .               | nosession | nosession
POST /messages/exitchat (pseudo)               | neighbor      | error404  | .               | error404               | forbidden       | error404        | nosession | nosession
POST /messages/exitchat (eventId)              | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
DELETE /messages/:id                           | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
DELETE /messages/:id (written to the caller)   | neighbor      | -         | forbidden       | -                      | forbidden       | forbidden       | -         | -
PUT /messages/flag/:id                         | neighbor      | forbidden | error404        | error404               | error404        | error404        | nosession | nosession
PUT /messages/flag/:id (written to the caller) | neighbor      | -         | .               | -                      | .               | .               | -         | -
GET /media/addresses (ids)                     | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
GET /media/:id/preview.jpg (a post's)          | neighbor      | error404  | error404        | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (not used yet)            | neighbor      | .         | error404        | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a post's)                | neighbor      | .         | .               | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a portrait)              | neighbor      | .         | .               | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a message's)             | neighbor      | .         | .               | error404               | error404        | .               | error404  | error404
GET /media/:id/:size (a message's to others)   | neighbor      | -         | error404        | error404               | error404        | error404        | -         | -
GET /api/user (userId)                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /api/user (pseudo)                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /api/user/pseudo (pseudo)                  | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
PUT /api/user (pseudo)                         | neighbor      | .         | pseudoduplicate | .                      | pseudoduplicate | pseudoduplicate | nosession | nosession
PUT /api/user (photoUri)                       | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
PUT /api/flag/:id                              | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /users/block/:id                           | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /users/unblock/:id                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
POST /api/auth/switch (targetUserId)           | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
DELETE /api/user/sessions (_id)                | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
POST /api/booking (locationId)                 | neighbor      | .         | -               | accommodationmandatory | -               | -               | nosession | nosession
GET /templates/:id                             | employee      | .         | -               | error404               | -               | -               | nosession | -
PUT /templates/:id                             | employee      | .         | -               | error404               | -               | -               | nosession | -
PUT /templates/:id (photoUri)                  | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /templates/:id (channelId)                 | employee      | .         | -               | forbidden              | -               | -               | nosession | -
PUT /templates/:id (categoryId)                | employee      | .         | -               | error404               | -               | -               | nosession | -
DELETE /templates/:id                          | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates (photoUri)                     | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
POST /templates (channelId)                    | employee      | .         | -               | forbidden              | -               | -               | nosession | -
POST /templates (categoryId)                   | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (templateId)           | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (channelsIds)          | employee      | .         | -               | forbidden              | -               | -               | nosession | -
POST /templates/publish (locationId)           | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (equipmentId)          | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (goodDealId)           | neighbor      | .         | .               | error404               | -               | error404        | nosession | nosession
POST /templates/alerts (templatesIds)          | neighbor      | .         | -               | error404               | -               | -               | nosession | nosession
DELETE /templates/alert/:templateId            | neighbor      | .         | -               | .                      | -               | -               | nosession | nosession
GET /gooddeals (id)                            | advertiser    | .         | .               | .                      | -               | error404        | .         | error404
GET /gooddeals (id, waits)                     | advertiser    | .         | error404        | error404               | -               | error404        | error404  | error404
POST /gooddeals (photoUri)                     | advertiser    | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /gooddeals (templateId)                   | advertiser    | error404  | -               | error404               | -               | -               | nosession | nosession
PUT /gooddeals/:id                             | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
PUT /gooddeals/:id (photoUri)                  | administrator | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /gooddeals/:id (templateId)                | administrator | error404  | -               | error404               | -               | -               | nosession | -
POST /gooddeals/end/:id                        | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
DELETE /gooddeals/:id                          | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
PUT /gooddeals/map (_id)                       | employee      | .         | .               | forbidden              | -               | error404        | nosession | -
PUT /gooddeals/map (mapPhotoUri)               | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /gooddeals/flag/:id                        | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
POST /gooddeals/seen/:id                       | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
POST /gooddeals/route/:id                      | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
PUT /admin/deals/:id                           | administrator | .         | .               | error404               | -               | error404        | nosession | -
GET /admin/moderation/:id                      | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id                      | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id/restore              | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id/appeal               | administrator | error404  | .               | error404               | -               | .               | nosession | -        
POST /moderation/appeals (caseId)              | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
POST /moderation/appeal (caseId)               | neighbor      | .         | error404        | error404               | -               | -               | .         | .
DELETE /admin/members/:id/second-factor        | administrator | forbidden | .               | error404               | -               | -               | nosession | -        
GET /admin/members/:id                         | administrator | .         | .               | error404               | -               | error404        | nosession | -
PUT /admin/members/:id                         | administrator | forbidden | .               | error404               | -               | error404        | nosession | -
PUT /admin/waiting/:id                         | administrator | .         | -               | error404               | -               | -               | nosession | -
POST /admin/members/:id/reset                  | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /admin/members/:id/code                   | administrator | .         | -               | error404               | -               | -               | nosession | -
POST /admin/members/:id/stays                  | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /admin/members/:id/stays (locationId)     | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
PUT /admin/stays/:id                           | administrator | .         | .               | error404               | -               | .               | nosession | -
PUT /admin/stays/:id (locationId)              | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
DELETE /admin/stays/:id                        | administrator | .         | .               | error404               | -               | .               | nosession | -
POST /admin/invitations (stay)                 | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
DELETE /admin/invitations/:id                  | administrator | .         | -               | error404               | -               | -               | nosession | -
PUT /admin/places/:id                          | administrator | .         | -               | error404               | -               | -               | nosession | -
DELETE /admin/places/:id                       | administrator | .         | -               | error404               | -               | -               | nosession | -
PUT /admin/community (_id)                     | administrator | .         | -               | forbidden              | -               | -               | nosession | -
PUT /communities/map (_id)                     | employee      | .         | -               | forbidden              | -               | -               | nosession | -
PUT /communities/map (mapPhotoUri)             | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
GET /communities/:id/welcome.pdf               | neighbor      | .         | -               | error404               | -               | -               | nosession | nosession
GET /communities/:idOrUri                      | neighbor      | .         | -               | .                      | -               | -               | .         | .
GET /communities/:idOrUri/information          | neighbor      | .         | -               | .                      | -               | -               | .         | .
`

/**
 * Parameters that do not identify an owned entity: positions in a list, catalogue entries, and parameters that only
 * repeat what another parameter identifies.
 */
export const unownedParams =
  /^(?:communityId|categoryId|cityId|filter|channelsIds|channelId|locationId|equipmentId|upTo|idOrUri|name|size)$/

export const relationCalls = (server: TestServer): Record<string, RelationCall> => ({
  ...postCalls(server),
  ...messageCalls(server),
  ...mediaCalls(server),
  ...memberCalls(server),
  ...templateCalls(server),
  ...dealCalls(server),
  ...moderationCalls(server),
  ...administrationCalls(server),
  ...communityCalls(server),
})
