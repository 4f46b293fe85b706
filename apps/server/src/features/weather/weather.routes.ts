import { getCurrentWeather, getForecast } from '@parvis/contract/weather.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { getWeatherReport } from './report.service.ts'
import { assertWeatherEnabled } from './weather.policy.ts'
import { presentCurrent, presentForecast } from './weather.presenter.ts'
import { findWeatherPlace } from './weather.queries.ts'

export const weatherRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock, settings } = platform

  serve(app, getCurrentWeather, [assertWeatherEnabled(settings)], async ({ actor }) => {
    const { name, place } = await findWeatherPlace(db, actor.communityId)
    return presentCurrent(name, await getWeatherReport(platform, 'current', place))
  })

  serve(app, getForecast, [assertWeatherEnabled(settings)], async ({ actor }) => {
    const { place } = await findWeatherPlace(db, actor.communityId)
    return presentForecast(await getWeatherReport(platform, 'forecast', place), actor.community.timezone, clock.now())
  })
}
