import { groupByTemplateType, type Template, type TemplateCategory } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentMedia, presentMediaUri } from '#server/kernel/picture.ts'
import { presentChannel } from '../community/community.presenter.ts'
import { templateAbilities, templateChannels, type TemplateFacts } from './template.policy.ts'
import type { CategoryRow, TemplateRow } from './template.queries.ts'

export const templateFactsOf = (row: TemplateRow): TemplateFacts => ({
  type: row.type,
  channelType: row.channel_type,
  communityTypes: row.community_types,
  ownerCommunity: row.community_id ? { communityId: row.community_id, organizationId: row.organization_id } : null,
})

export const presentTemplate = (actor: Actor, row: TemplateRow): Template => {
  const facts = templateFactsOf(row)
  const channels = templateChannels(actor, facts).map(presentChannel)
  return {
    _id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    postDescription: row.post_description,
    lang: {
      en: {
        name: row.name_en,
        title: row.title_en,
        description: row.description_en,
        postDescription: row.post_description_en,
      },
    },
    photoUri: presentMediaUri(row.photo?.id),
    photo: row.photo && presentMedia(row.photo),
    youtubeVideoId: row.youtube_video_id,
    type: row.type,
    subtype: row.subtype,
    groupId: groupByTemplateType[row.type],
    categoryId: row.category_id,
    category: { name: row.category_name, lang: { en: { name: row.category_name_en } } },
    userId: row.user_id,
    channelId: channels[0]?._id ?? null,
    channels,
    picto: row.picto,
    hue: row.hue as Template['hue'],
    choices: row.choices.map(({ id, name, name_en }) => ({ _id: id, name, lang: { en: { name: name_en } } })),
    acceptNotif: row.accept_notif,
    abilities: templateAbilities(actor, facts),
  }
}

export const presentCategory = (row: CategoryRow, templates: readonly Template[]): TemplateCategory => ({
  _id: row.id,
  name: row.name,
  lang: { en: { name: row.name_en } },
  picto: row.picto,
  bgColor: row.hue as TemplateCategory['bgColor'],
  templateIds: templates.map(({ _id }) => _id),
  templates: [...templates],
})
