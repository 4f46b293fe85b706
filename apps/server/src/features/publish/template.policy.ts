// Members other than companies publish from templates of moments and requests. Message templates are for staff, who may
// edit all templates of their community. Templates of good deals are used with a deal.
import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import { isMember, isStaff } from '@parvis/contract/roles.ts'
import type { Template, TemplateType } from '@parvis/contract/templates.ts'
import { type Actor, type CommunityRef } from '#server/kernel/actor.ts'

/** The fields of a template that the rules need. `ownerCommunity` created the template; null for the catalogue. */
export interface TemplateFacts {
  type: TemplateType
  channelType: ChannelType | null
  ownerCommunity: CommunityRef | null
  /** Types of community to which the catalogue offers the template; null for all. */
  communityTypes: readonly CommunityType[] | null
}

const isOfOrganization = ({ organizationId }: Actor, { ownerCommunity }: TemplateFacts) =>
  organizationId !== null && ownerCommunity?.organizationId === organizationId

const isHome = (actor: Actor, { ownerCommunity }: TemplateFacts) =>
  ownerCommunity === null || ownerCommunity.communityId === actor.communityId

/** In an organisation all members see message templates; elsewhere only the team does. */
const canSeeMessages = (actor: Actor) => isStaff(actor.role) || actor.organizationId !== null

const suitsCommunity = ({ community }: Actor, { communityTypes }: TemplateFacts) =>
  communityTypes === null || communityTypes.includes(community.type)

export const canSeeTemplate = (actor: Actor, template: TemplateFacts): boolean =>
  suitsCommunity(actor, template) &&
  (template.type === 'Template'
    ? canSeeMessages(actor) && (isHome(actor, template) || isOfOrganization(actor, template))
    : isHome(actor, template))

/**
 * The template types that the query may return to this actor, and whether it includes message templates of other
 * communities of the organisation. `canSeeTemplate` then decides on each template.
 */
export const templateQueryScope = (actor: Actor): { types: TemplateType[]; includesSharedMessages: boolean } => ({
  types: canSeeMessages(actor) ? ['Activity', 'Proposal', 'Template'] : ['Activity', 'Proposal'],
  includesSharedMessages: actor.organizationId !== null && canSeeMessages(actor),
})

const canPublish = (actor: Actor, type: TemplateType) => {
  if (!isMember(actor.role) || actor.isReadOnly) return false
  if (type === 'Template') return isStaff(actor.role)
  // Advertisers may use deal templates only; that the deal is their own is checked where the deal is read.
  return type === 'GooddealActivity' || actor.role !== 'advertiser'
}

const channelTypesOf: Record<TemplateType, readonly ChannelType[]> = {
  Activity: ['ShareChannel'],
  GooddealActivity: ['ShareChannel'],
  Proposal: ['TemplateChannel'],
  Template: ['TemplateChannel'],
}
/** Channels that reach all communities of the organisation, and that only the team may choose. */
const teamChannelTypesOf: Record<TemplateType, readonly ChannelType[]> = {
  Activity: ['OrganizationEventChannel'],
  GooddealActivity: [],
  Proposal: ['OrganizationTemplateChannel'],
  Template: ['OrganizationTemplateChannel'],
}

/** Returns the channels where this viewer may publish from a template, default first; empty if they may not publish. */
export const templateChannels = (
  actor: Actor,
  { type, channelType }: Pick<TemplateFacts, 'type' | 'channelType'>,
): Actor['channels'] => {
  if (!canPublish(actor, type)) return []
  const types = [...channelTypesOf[type], ...(isStaff(actor.role) ? teamChannelTypesOf[type] : [])]
  const usable = types.flatMap(one => actor.channels.filter(channel => channel.channelType === one))
  return usable.toSorted((a, b) => Number(b.channelType === channelType) - Number(a.channelType === channelType))
}

export const canCreateTemplates = (actor: Actor): boolean => isStaff(actor.role)

const canManageTemplate = (actor: Actor, { ownerCommunity }: TemplateFacts) =>
  canCreateTemplates(actor) && ownerCommunity !== null && ownerCommunity.communityId === actor.communityId

export const templateAbilities = (actor: Actor, template: TemplateFacts): Template['abilities'] => {
  const canManage = !actor.isReadOnly && canManageTemplate(actor, template)
  return { publish: templateChannels(actor, template).length > 0, edit: canManage, remove: canManage }
}
