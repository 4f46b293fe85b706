// Moments and requests are for every member; messages of the team are the team's, whose members count as one author;
// what a good deal invites to comes with its deal.
import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import { isMember, isStaff } from '@parvis/contract/roles.ts'
import { checkTemplate, type Template, type TemplateType } from '@parvis/contract/templates.ts'
import { type Actor, type Place } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

/** What the rules need to know of a template. Nobody's community made what the catalogue offers. */
export interface TemplateFacts {
  type: TemplateType
  channelType: ChannelType | null
  madeIn: Place | null
  /** The kinds of community that the catalogue offers it to; null for all. */
  communityTypes: readonly CommunityType[] | null
}

const isOfOrganization = ({ organizationId }: Actor, { madeIn }: TemplateFacts) =>
  organizationId !== null && madeIn?.organizationId === organizationId

const isHome = (actor: Actor, { madeIn }: TemplateFacts) => madeIn === null || madeIn.communityId === actor.communityId

/**
 * Messages of the team are shared in an organisation, where everybody sees them; elsewhere they are for the team alone.
 */
const seesMessages = (actor: Actor) => isStaff(actor.role) || actor.organizationId !== null

/** A camping site is offered other things than a building. */
const suits = ({ community }: Actor, { communityTypes }: TemplateFacts) =>
  communityTypes === null || communityTypes.includes(community.type)

export const canSeeTemplate = (actor: Actor, template: TemplateFacts): boolean =>
  suits(actor, template) &&
  (template.type === 'Template'
    ? seesMessages(actor) && (isHome(actor, template) || isOfOrganization(actor, template))
    : isHome(actor, template))

/** What the list of templates is narrowed to in the database; `canSeeTemplate` is asked of each. */
export const templatesOffered = (actor: Actor): { types: TemplateType[]; sharesMessages: boolean } => ({
  types: seesMessages(actor) ? ['Activity', 'Proposal', 'Template'] : ['Activity', 'Proposal'],
  sharesMessages: actor.organizationId !== null && seesMessages(actor),
})

const mayPublish = (actor: Actor, type: TemplateType) => {
  if (!isMember(actor.role) || actor.readsOnly) return false
  if (type === 'Template') return isStaff(actor.role)
  // of their own deals alone, which the deal knows
  return type === 'GooddealActivity' || actor.role !== 'advertiser'
}

const channelTypesOf: Record<TemplateType, readonly ChannelType[]> = {
  Activity: ['ShareChannel'],
  GooddealActivity: ['ShareChannel'],
  Proposal: ['TemplateChannel'],
  Template: ['TemplateChannel'],
}
/** The team may speak to all communities of the organisation. */
const teamChannelTypesOf: Record<TemplateType, readonly ChannelType[]> = {
  Activity: ['OrganizationEventChannel'],
  GooddealActivity: [],
  Proposal: ['OrganizationTemplateChannel'],
  Template: ['OrganizationTemplateChannel'],
}

/** Where this viewer may publish from a template, the usual channel first; none for who may not publish it at all. */
export const templateChannels = (
  actor: Actor,
  { type, channelType }: Pick<TemplateFacts, 'type' | 'channelType'>,
): Actor['channels'] => {
  if (!mayPublish(actor, type)) return []
  const types = [...channelTypesOf[type], ...(isStaff(actor.role) ? teamChannelTypesOf[type] : [])]
  const usable = types.flatMap(one => actor.channels.filter(channel => channel.channelType === one))
  return usable.toSorted((a, b) => Number(b.channelType === channelType) - Number(a.channelType === channelType))
}

export const canMakeTemplates = (actor: Actor): boolean => isStaff(actor.role)

const keepsTemplate = (actor: Actor, { madeIn }: TemplateFacts) =>
  canMakeTemplates(actor) && madeIn !== null && madeIn.communityId === actor.communityId

export const templateAbilities = (actor: Actor, template: TemplateFacts): Template['abilities'] => {
  const keeps = !actor.readsOnly && keepsTemplate(actor, template)
  return { publish: templateChannels(actor, template).length > 0, edit: keeps, remove: keeps }
}

/** Throws the rule that the template would break as it would stand. */
export const mustBeTemplate = (template: Parameters<typeof checkTemplate>[0]): void => {
  const broken = checkTemplate(template)
  if (broken) fail(broken.key, { field: broken.field })
}
