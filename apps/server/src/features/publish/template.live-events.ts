// Members who are offered a template receive its live events, containing what their own request would return.
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeTemplate } from './template.policy.ts'
import { templateFactsOf, presentTemplate } from './template.presenter.ts'
import { findTemplate, type TemplateRow } from './template.queries.ts'

interface OfferedTemplate {
  templateId: string
  communityId: string
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'template.created': OfferedTemplate
    'template.updated': OfferedTemplate
    'template.deleted': OfferedTemplate
  }
}

const audience = ({ communityId }: OfferedTemplate) => ({ communityId })

type Rows = ReadonlyMap<string, TemplateRow>

const load = async ({ db }: Pick<Platform, 'db'>, messages: readonly OfferedTemplate[]): Promise<Rows> => {
  const ids = [...new Set(messages.map(({ templateId }) => templateId))]
  const rows = await Promise.all(ids.map(id => findTemplate(db, id)))
  return new Map(rows.flatMap(row => (row ? [[row.id, row] as const] : [])))
}

const viewOf = (actor: Actor, row: TemplateRow | undefined) =>
  row && canSeeTemplate(actor, templateFactsOf(row)) ? presentTemplate(actor, row) : null

const templateEvent = (name: 'template.created' | 'template.updated'): AnyLiveEventDefinition =>
  defineLiveEvent({
    audience,
    load,
    name,
    messageFor: (actor, { templateId }, rows: Rows) => {
      const data = viewOf(actor, rows.get(templateId))
      return data && { event: name, data }
    },
  })

export const templateLiveEvents: readonly AnyLiveEventDefinition[] = [
  templateEvent('template.created'),
  templateEvent('template.updated'),
  defineLiveEvent({
    audience,
    name: 'template.deleted',
    messageFor: (_actor, { templateId }) => ({ event: 'template.deleted', data: { _id: templateId } }),
  }),
]
