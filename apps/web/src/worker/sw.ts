import { serveOffline } from './shell.ts'
import { showPushes } from './push.ts'
import { takeShared } from './share.ts'

takeShared()
serveOffline()
showPushes()
