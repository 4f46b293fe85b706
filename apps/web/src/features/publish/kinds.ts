import type { SessionUser } from '@parvis/contract/session.ts'
import type { PublishKind, TileType } from './template-tiles.ts'

export const tileTypes = ['Activity', 'Proposal', 'Template'] as const satisfies TileType[]

export const canPublishKind = ({ abilities }: Pick<SessionUser, 'abilities'>, kind: TileType): boolean =>
  kind === 'Template' ? abilities.publishTemplate : abilities.publishActivity

/** The kinds of posts that this member can publish, in the order of the menu. */
export const kindsFor = (session: Pick<SessionUser, 'abilities'>): PublishKind[] => [
  ...tileTypes.filter(kind => canPublishKind(session, kind)),
  ...(session.abilities.post ? (['Post'] as const) : []),
]

export const pathOfKind = {
  Activity: '/$c/actualites/instants-partage',
  Proposal: '/$c/actualites/demandes',
  Template: '/$c/actualites/modeles',
  Post: '/$c/actualites/edition-publication',
} as const satisfies Record<PublishKind, string>
