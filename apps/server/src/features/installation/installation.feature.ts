import { validateEmail } from '@parvis/contract/entry-rules.ts'
import type { Feature } from '#server/kernel/feature.ts'
import { installationRoutes } from './installation.routes.ts'
import { termsRoutes } from './terms.routes.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** The public contact for this installation; null if none is configured. */
    contactEmail: string | null
  }
}

export const installationFeature: Feature = {
  routes: (app, platform) => {
    installationRoutes(app, platform)
    termsRoutes(app)
  },
  readSettings: env => {
    const contactEmail = env.CONTACT_EMAIL?.trim() || null
    if (contactEmail && validateEmail(contactEmail))
      throw new Error(`CONTACT_EMAIL must be an e-mail address, not "${contactEmail}".`)
    return { contactEmail }
  },
}
