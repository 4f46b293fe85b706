import { serveOffline } from './offline.ts'
import { showPushes } from './push.ts'
import { takeShared } from './share.ts'

takeShared()
serveOffline()
showPushes()
