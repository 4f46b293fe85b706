import { checkVersion, checkVersionSignedIn, getInstallation, listCachedImages } from '@parvis/contract/installation.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#server/kernel/http/request-language.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentGlobalInfo } from './installation.presenter.ts'

export const installationRoutes = (app: FastifyInstance, { db, clock, settings, features }: Platform) => {
  serve(app, listCachedImages, [], async ({ actor, query: { types } }) => {
    const images = (
      await Promise.all(features.map(feature => feature.findCachedImages?.(db, actor, clock) ?? []))
    ).flat()
    return types ? images.filter(({ type }) => types.includes(type)) : images
  })

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
