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
import { getVisibleCommunity, readInformation } from '../community/community-information.service.ts'
import { presentPlace } from '../community/community.presenter.ts'
import { getRegistrationRules } from '../community/community.service.ts'
import { buildPoster } from '../community/poster.service.ts'
import { listEquipmentIds, listNamedPlaces } from '../community/place.service.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { isActiveMember, assertStaff, assertAdministrator } from './information.policy.ts'
import { presentInformation } from './information.presenter.ts'
import { findStaff } from './information.queries.ts'
import { updateInformation, setMap, setPlan } from './information.service.ts'
import { createPlace, updatePlace, deletePlace } from './places.service.ts'
import { setWelcomePdf } from './welcome.service.ts'
import { welcomeRoutes } from './welcome.routes.ts'

const guards = [assertAdministrator]

/**
 * Returns the invitation link that the viewer may pass on. Staff receive the link of the poster, with the registration
 * key. Other members receive a link without the key, or null if nobody can register without the key.
 */
const loadInvitation = async (platform: Platform, actor: Actor, customUri: string) => {
  const { db, site } = platform
  const { communityId, role } = actor
  if (!isStaff(role)) {
    const { abilities } = await getRegistrationRules(db, communityId)
    return abilities.register ? { link: `${site.origin}/${customUri}`, registers: true } : null
  }
  const { link, registers } = await buildPoster(platform, communityId)
  return registers ? { link, registers } : null
}

const loadInformation = async (platform: Platform, actor: Actor | null, id: string) => {
  const { db } = platform
  const member = isActiveMember(actor, id) ? actor : null
  const [row, places, equipmentsIds, staff] = await Promise.all([
    readInformation(db, id),
    listNamedPlaces(db, id),
    listEquipmentIds(db, id),
    member ? findStaff(platform, id, member) : [],
  ])
  return presentInformation(actor, {
    row,
    places,
    equipmentsIds,
    staff: member && { actor: member, rows: staff },
    invitation: member && (await loadInvitation(platform, member, row.custom_uri)),
  })
}

const placeRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, listPlaces, guards, async ({ actor }) =>
    (await listNamedPlaces(platform.db, actor.communityId)).map(presentPlace),
  )

  serve(app, addPlace, guards, async ({ actor, body }) => presentPlace(await createPlace(platform, actor, body)))

  serve(app, changePlace, guards, async ({ actor, params, body }) =>
    presentPlace(await updatePlace(platform, actor, params.id, body)),
  )

  serve(app, removePlace, guards, async ({ actor, params }) => deletePlace(platform, actor, params.id))
}

export const informationRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, getInformation, [], async ({ actor, params }) =>
    loadInformation(platform, actor, (await getVisibleCommunity(platform.db, params.idOrUri, actor)).id),
  )

  serve(app, changeInformation, guards, async ({ actor, body }) =>
    loadInformation(platform, actor, await updateInformation(platform, actor, body)),
  )

  serve(app, changePlan, guards, async ({ actor, files }) => {
    await setPlan(platform, actor, files)
    return loadInformation(platform, actor, actor.communityId)
  })

  serve(app, removePlan, guards, async ({ actor }) => {
    await setPlan(platform, actor, null)
    return loadInformation(platform, actor, actor.communityId)
  })

  serve(app, changeWelcome, guards, async ({ actor, files }) => {
    await setWelcomePdf(platform, actor, files)
    return loadInformation(platform, actor, actor.communityId)
  })

  serve(app, removeWelcome, guards, async ({ actor }) => {
    await setWelcomePdf(platform, actor, null)
    return loadInformation(platform, actor, actor.communityId)
  })

  serve(app, drawCommunityMap, [assertStaff], async ({ actor, body, files }) => {
    const communityId = await setMap(platform, actor, body, files)
    return loadInformation(platform, actor, communityId)
  })

  placeRoutes(app, platform)
  welcomeRoutes(app, platform)
}
