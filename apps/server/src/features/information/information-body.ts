import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { type InformationBody, type PlaceBody } from '@parvis/contract/information.ts'
import { parseWebLink } from '@parvis/contract/write-deals.ts'
import { singleLine, withoutUndefined, trimmed } from '#server/kernel/text-input.ts'
import type { InformationUpdate } from '../community/community-information.service.ts'
import type { PlaceFields } from '../community/place.service.ts'

export const parseInformationBody = ({ lang, loc, usefulNumbers, ...body }: InformationBody) => ({
  ...(withoutUndefined({
    name: singleLine(body.name) ?? undefined,
    description: singleLine(body.description),
    description_en: singleLine(lang?.en?.description),
    opening_time: trimmed(body.openingTime),
    opening_time_en: trimmed(lang?.en?.openingTime),
    address: singleLine(body.address),
    zip_code: singleLine(body.zipCode),
    city: singleLine(body.city),
    building: singleLine(body.building),
    residence: singleLine(body.residence),
    district: singleLine(body.district),
    longitude: loc === undefined ? undefined : (loc?.coordinates[0] ?? null),
    latitude: loc === undefined ? undefined : (loc?.coordinates[1] ?? null),
    phone: singleLine(body.phone),
    fax: singleLine(body.fax),
    mail: singleLine(body.mail && normalizeEmail(body.mail)),
    web_site_url: body.webSiteUrl === undefined ? undefined : parseWebLink(body.webSiteUrl ?? ''),
    accept_posts: body.acceptPosts,
    gooddeal: body.gooddeal,
    weather: body.weather,
    subscribe: body.subscribe,
    need_approval: body.needApproval,
  }) as InformationUpdate),
  usefulNumbers: usefulNumbers?.map(number => ({
    name: singleLine(number.name) ?? null,
    name_en: singleLine(number.lang?.en?.name) ?? null,
    phone: singleLine(number.phone)!,
    kind: number.kind ?? ('other' as const),
  })),
})

export const parsePlaceBody = ({ lang, kind, ...body }: PlaceBody): Partial<PlaceFields> =>
  withoutUndefined({
    kind,
    name: singleLine(body.name),
    name_en: singleLine(lang?.en?.name),
    opening_time: trimmed(body.openingTime),
    opening_time_en: trimmed(lang?.en?.openingTime),
    description: trimmed(body.description),
    description_en: trimmed(lang?.en?.description),
  })
