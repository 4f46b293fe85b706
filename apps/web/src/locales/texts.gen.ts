// Made from the folder en/ by build/messages.ts whenever Vite starts.
import type about from './en/about.json'
import type admin from './en/admin.json'
import type audit from './en/audit.json'
import type blocks from './en/blocks.json'
import type chat from './en/chat.json'
import type community from './en/community.json'
import type deals from './en/deals.json'
import type entry from './en/entry.json'
import type feed from './en/feed.json'
import type frame from './en/frame.json'
import type homeScreen from './en/home-screen.json'
import type information from './en/information.json'
import type installation from './en/installation.json'
import type leaving from './en/leaving.json'
import type media from './en/media.json'
import type moderation from './en/moderation.json'
import type notifications from './en/notifications.json'
import type outbox from './en/outbox.json'
import type print from './en/print.json'
import type profile from './en/profile.json'
import type publish from './en/publish.json'
import type push from './en/push.json'
import type secondFactor from './en/second-factor.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type setup from './en/setup.json'
import type terms from '../../../../packages/contract/src/terms/en.json'
import type weather from './en/weather.json'

export interface Texts {
  about: typeof about
  admin: typeof admin
  audit: typeof audit
  blocks: typeof blocks
  chat: typeof chat
  community: typeof community
  deals: typeof deals
  entry: typeof entry
  feed: typeof feed
  frame: typeof frame
  'home-screen': typeof homeScreen
  information: typeof information
  installation: typeof installation
  leaving: typeof leaving
  media: typeof media
  moderation: typeof moderation
  notifications: typeof notifications
  outbox: typeof outbox
  print: typeof print
  profile: typeof profile
  publish: typeof publish
  push: typeof push
  'second-factor': typeof secondFactor
  session: typeof session
  settings: typeof settings
  setup: typeof setup
  terms: typeof terms
  weather: typeof weather
}
