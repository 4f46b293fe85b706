import { checkVersion, checkVersionSignedIn, getInstallation } from '@parvis/contract/installation.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#server/kernel/http/request-language.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentGlobalInfo } from './installation.presenter.ts'

export const installationRoutes = (app: FastifyInstance, { clock, settings }: Platform) => {
  serve(app, getInstallation, [], async () => ({
    publicUrl: settings.publicUrl?.origin ?? null,
    tilesStyleUrl: settings.tilesStyleUrl?.href ?? null,
    contactEmail: settings.contactEmail,
    weather: settings.weather !== null,
  }))

  for (const endpoint of [checkVersion, checkVersionSignedIn])
    serve(app, endpoint, [], async ({ body, request }) =>
      presentGlobalInfo(body.version, {
        now: clock.now(),
        minClientVersion: settings.minClientVersion,
        lang: languageOf(request),
      }),
    )
}
