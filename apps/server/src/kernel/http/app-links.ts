import { apiSegments } from '@parvis/contract/paths.ts'
import type { FastifyInstance } from 'fastify'

export interface AppLinks {
  ios: string | null
  android: { package: string; certificateFingerprints: string[] } | null
}

const iosPattern = /^[A-Z0-9]{10}\.[\w.-]+$/
const androidPattern = /^[\w.]+(?: (?:[0-9A-F]{2}:){31}[0-9A-F]{2})+$/

export const readAppLinks = ({ IOS_APP: ios, ANDROID_APP: android }: NodeJS.ProcessEnv): AppLinks => {
  if (ios && !iosPattern.test(ios))
    throw new Error(`IOS_APP must be the team and the app, such as ABCDE12345.org.parvis.app, not "${ios}".`)
  if (android && !androidPattern.test(android))
    throw new Error(
      `ANDROID_APP must be the app and the SHA-256 fingerprints of its certificates, with spaces between, such as org.parvis.app 14:6D:…, not "${android}".`,
    )
  const [name, ...certificateFingerprints] = android?.split(' ') ?? []
  return { ios: ios || null, android: name ? { package: name, certificateFingerprints } : null }
}

const excludedPaths = [...apiSegments, '.well-known'].flatMap(segment => [
  { '/': `/${segment}`, exclude: true },
  { '/': `/${segment}/*`, exclude: true },
])

/** Serves the files that make iOS and Android open our links (in mails, on posters) directly in the native apps. */
export const serveAppLinks = (app: FastifyInstance, { ios, android }: AppLinks): void => {
  app.get('/.well-known/apple-app-site-association', async (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send({ applinks: { details: ios ? [{ appIDs: [ios], components: [...excludedPaths, { '/': '*' }] }] : [] } }),
  )
  app.get('/.well-known/assetlinks.json', async () =>
    android
      ? [
          {
            relation: ['delegate_permission/common.handle_all_urls'],
            target: {
              namespace: 'android_app',
              package_name: android.package,
              sha256_cert_fingerprints: android.certificateFingerprints,
            },
          },
        ]
      : [],
  )
}
