import type { WebFeature } from '#web/ui/feature.ts'
import { offerInstall } from './offer-install.ts'

export const homeScreen: WebFeature = { live: () => void offerInstall() }
