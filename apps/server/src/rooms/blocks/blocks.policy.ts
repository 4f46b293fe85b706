// Neighbours block neighbours; the team and its posts stay visible to everybody, and nobody blocks themselves.
import type { Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'

export const mayBlock = (actor: Pick<Actor, 'userId' | 'role'>, other: { userId: string; role: Role }): boolean =>
  actor.role === 'neighbor' && other.role === 'neighbor' && actor.userId !== other.userId
