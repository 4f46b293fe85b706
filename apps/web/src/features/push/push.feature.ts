import type { WebFeature } from '#web/ui/feature.ts'
import { listenToServiceWorker } from './open-screen.ts'

export const push: WebFeature = { live: ({ openPath }) => listenToServiceWorker(openPath) }
