// Made from the folder en/ by build/messages.ts whenever Vite starts.
import type about from './en/about.json'
import type admin from './en/admin.json'
import type audit from './en/audit.json'
import type blocks from './en/blocks.json'
import type calendar from './en/calendar.json'
import type chat from './en/chat.json'
import type common from './en/frame/common.json'
import type community from './en/community.json'
import type deals from './en/deals.json'
import type dealsmap from './en/dealsmap.json'
import type dealwriting from './en/dealwriting.json'
import type entry from './en/entry.json'
import type errors from './en/frame/errors.json'
import type factor from './en/factor.json'
import type feed from './en/feed.json'
import type find from './en/find.json'
import type homescreen from './en/homescreen.json'
import type information from './en/information.json'
import type installation from './en/installation.json'
import type leaving from './en/leaving.json'
import type map from './en/map.json'
import type media from './en/media.json'
import type messageacts from './en/messageacts.json'
import type messages from './en/messages.json'
import type moderation from './en/moderation.json'
import type notifications from './en/notifications.json'
import type outbox from './en/outbox.json'
import type people from './en/people.json'
import type post from './en/post.json'
import type postacts from './en/postacts.json'
import type print from './en/print.json'
import type profile from './en/profile.json'
import type publish from './en/publish.json'
import type push from './en/push.json'
import type rules from './en/rules.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type setup from './en/setup.json'
import type share from './en/share.json'
import type templates from './en/templates.json'
import type terms from '../../../../packages/contract/src/terms/en.json'
import type tips from './en/tips.json'
import type weather from './en/weather.json'

export interface Texts {
  about: typeof about
  admin: typeof admin
  audit: typeof audit
  blocks: typeof blocks
  calendar: typeof calendar
  chat: typeof chat
  common: typeof common
  community: typeof community
  deals: typeof deals
  dealsmap: typeof dealsmap
  dealwriting: typeof dealwriting
  entry: typeof entry
  errors: typeof errors
  factor: typeof factor
  feed: typeof feed
  find: typeof find
  homescreen: typeof homescreen
  information: typeof information
  installation: typeof installation
  leaving: typeof leaving
  map: typeof map
  media: typeof media
  messageacts: typeof messageacts
  messages: typeof messages
  moderation: typeof moderation
  notifications: typeof notifications
  outbox: typeof outbox
  people: typeof people
  post: typeof post
  postacts: typeof postacts
  print: typeof print
  profile: typeof profile
  publish: typeof publish
  push: typeof push
  rules: typeof rules
  session: typeof session
  settings: typeof settings
  setup: typeof setup
  share: typeof share
  templates: typeof templates
  terms: typeof terms
  tips: typeof tips
  weather: typeof weather
}
