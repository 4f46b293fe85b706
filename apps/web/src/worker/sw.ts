import { serveOffline } from './offline.ts'
import { handlePushes } from './push.ts'
import { handleShares } from './share.ts'

handleShares()
serveOffline()
handlePushes()
