import { plainEmail } from '@parvis/contract/session-rules.ts'
import { type InformationBody, type PlaceBody } from '@parvis/contract/information.ts'
import { webLinkOf } from '@parvis/contract/write-deals.ts'
import { line, said, trimmed } from '#server/kernel/written.ts'
import type { InformationWriting } from '../community/community-information.service.ts'
import type { PlaceWriting } from '../community/place.service.ts'

/** Maps the request body to the columns of a community. */
export const readInformationBody = ({ lang, loc, usefulNumbers, ...body }: InformationBody) => ({
  ...(said({
    name: line(body.name) ?? undefined,
    description: line(body.description),
    description_en: line(lang?.en?.description),
    opening_time: trimmed(body.openingTime),
    opening_time_en: trimmed(lang?.en?.openingTime),
    address: line(body.address),
    zip_code: line(body.zipCode),
    city: line(body.city),
    building: line(body.building),
    residence: line(body.residence),
    district: line(body.district),
    longitude: loc === undefined ? undefined : (loc?.coordinates[0] ?? null),
    latitude: loc === undefined ? undefined : (loc?.coordinates[1] ?? null),
    phone: line(body.phone),
    fax: line(body.fax),
    mail: line(body.mail && plainEmail(body.mail)),
    web_site_url: body.webSiteUrl === undefined ? undefined : webLinkOf(body.webSiteUrl ?? ''),
    accept_posts: body.acceptPosts,
    gooddeal: body.gooddeal,
    weather: body.weather,
    subscribe: body.subscribe,
    need_approval: body.needApproval,
  }) as InformationWriting),
  usefulNumbers: usefulNumbers?.map(number => ({
    name: line(number.name) ?? null,
    name_en: line(number.lang?.en?.name) ?? null,
    phone: line(number.phone)!,
    kind: number.kind ?? ('other' as const),
  })),
})

/** Maps the request body to the columns of a place. */
export const readPlaceBody = ({ lang, kind, ...body }: PlaceBody): Partial<PlaceWriting> =>
  said({
    kind,
    name: line(body.name),
    name_en: line(lang?.en?.name),
    opening_time: trimmed(body.openingTime),
    opening_time_en: trimmed(lang?.en?.openingTime),
    description: trimmed(body.description),
    description_en: trimmed(lang?.en?.description),
  })
