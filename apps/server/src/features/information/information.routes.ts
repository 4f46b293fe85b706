import {
  addPlace,
  changeInformation,
  changePlace,
  changePlan,
  changeWelcome,
  drawCommunityMap,
  getInformation,
  listPlaces,
  removePlace,
  removePlan,
  removeWelcome,
} from '@parvis/contract/information.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { posterOf } from '../admin/admin.service.ts'
import { getCommunityInside, readInformation } from '../community/community-information.service.ts'
import { presentPlace } from '../community/community.presenter.ts'
import { getCommunityEntrance } from '../community/community.service.ts'
import { listEquipments, listPlacesOf } from '../community/place.service.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { isOfCommunity, mustBeStaff, mustRunCommunity } from './information.policy.ts'
import { presentInformation } from './information.presenter.ts'
import { findStaff } from './information.queries.ts'
import { changeInformationOf, giveMap, givePlan } from './information.service.ts'
import { addPlaceOf, changePlaceOf, removePlaceOf } from './places.service.ts'
import { giveWelcome } from './welcome.service.ts'
import { welcomeRoutes } from './welcome.routes.ts'

export const informationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, site } = platform
  const guards = [mustRunCommunity]

  /**
   * Staff hand on the link of the poster, with its key; members the plain link, and only if the community is open for
   * registration.
   */
  const invitationFor = async (actor: Actor, customUri: string) => {
    const { communityId, role } = actor
    if (!isStaff(role)) {
      const { abilities } = await getCommunityEntrance(db, communityId)
      return abilities.register ? { link: `${site.origin}/${customUri}`, registers: true } : null
    }
    const { link, registers } = await posterOf(platform, communityId)
    return registers ? { link, registers } : null
  }

  const informationOf = async (actor: Actor | null, id: string) => {
    const member = isOfCommunity(actor, id) ? actor : null
    const [row, places, equipmentsIds, staff] = await Promise.all([
      readInformation(db, id),
      listPlacesOf(db, id),
      listEquipments(db, id),
      member ? findStaff(platform, id, member) : [],
    ])
    return presentInformation(actor, {
      row,
      places,
      equipmentsIds,
      staff: member && { actor: member, rows: staff },
      invitation: member && (await invitationFor(member, row.custom_uri)),
    })
  }

  serve(app, getInformation, [], async ({ actor, params }) =>
    informationOf(actor, (await getCommunityInside(db, params.idOrUri, actor)).id),
  )

  serve(app, changeInformation, guards, async ({ actor, body }) =>
    informationOf(actor, await changeInformationOf(platform, actor, body)),
  )

  serve(app, changePlan, guards, async ({ actor, files }) => {
    await givePlan(platform, actor, files)
    return informationOf(actor, actor.communityId)
  })

  serve(app, removePlan, guards, async ({ actor }) => {
    await givePlan(platform, actor, null)
    return informationOf(actor, actor.communityId)
  })

  serve(app, changeWelcome, guards, async ({ actor, files }) => {
    await giveWelcome(platform, actor, files)
    return informationOf(actor, actor.communityId)
  })

  serve(app, removeWelcome, guards, async ({ actor }) => {
    await giveWelcome(platform, actor, null)
    return informationOf(actor, actor.communityId)
  })

  serve(app, drawCommunityMap, [mustBeStaff], async ({ actor, body, files }) => {
    const communityId = await giveMap(platform, actor, body, files)
    return informationOf(actor, communityId)
  })

  serve(app, listPlaces, guards, async ({ actor }) => (await listPlacesOf(db, actor.communityId)).map(presentPlace))

  serve(app, addPlace, guards, async ({ actor, body }) => presentPlace(await addPlaceOf(platform, actor, body)))

  serve(app, changePlace, guards, async ({ actor, params, body }) =>
    presentPlace(await changePlaceOf(platform, actor, params.id, body)),
  )

  serve(app, removePlace, guards, async ({ actor, params }) => {
    await removePlaceOf(platform, actor, params.id)
    return { _id: params.id }
  })

  welcomeRoutes(app, platform)
}
