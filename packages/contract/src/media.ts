import Type from 'typebox'
import { Id, OneOf, mediaSizes } from './entity.ts'

/** Who may fetch a picture: anybody, the communities that its own shares with, or the people of one conversation. */
export const mediaClasses = ['public', 'community', 'conversation'] as const
export type MediaClass = (typeof mediaClasses)[number]

/** Longest side of each stored size, in pixels; a picture is never enlarged. */
export const mediaWidths = { thumb: 160, card: 800, full: 2048 } as const

/** Not a JSON call: answers image/webp. */
export const mediaParams = Type.Object({ id: Id, size: OneOf(mediaSizes) })
