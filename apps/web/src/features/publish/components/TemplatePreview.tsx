import type { Media } from '@parvis/contract/entity.ts'
import type { hues, LiveEvent } from '@parvis/contract/feed.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { groupOfType, type Template } from '@parvis/contract/templates.ts'
import type { ReactNode } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import typography from '#web/ui/typography.module.css'
import { newPublication, previewOf } from '../publication.ts'
import { PLAIN_PICTO, type TemplateDraft } from '../template-draft.ts'
import form from '#web/ui/form-columns.module.css'
import css from './TemplatePreview.module.css'

export interface TemplatePreviewProps {
  draft: TemplateDraft
  look: { picto: string | null; hue: (typeof hues)[number] | null }
  me: SessionUser
  /** The photo that the template already has. */
  photo: Media | null
  categoryName: string | null
  preview: (post: LiveEvent) => ReactNode
}

const textOrNull = (text: string) => text.trim() || null

/** The template as the server would return it. */
const templateOf = ({ draft, look, photo, me, categoryName }: Omit<TemplatePreviewProps, 'preview'>): Template => ({
  _id: draft.tmpId,
  name: textOrNull(draft.fr.name),
  title: textOrNull(draft.fr.title),
  description: textOrNull(draft.fr.description),
  postDescription: textOrNull(draft.fr.after),
  lang: {
    en: {
      name: textOrNull(draft.en.name),
      title: textOrNull(draft.en.title),
      description: textOrNull(draft.en.description),
      postDescription: textOrNull(draft.en.after),
    },
  },
  photoUri: null,
  photo: draft.photo === 'stored' ? photo : null,
  youtubeVideoId: draft.link ? videoIdOf(draft.link) : null,
  type: draft.type,
  subtype: null,
  groupId: groupOfType[draft.type],
  categoryId: draft.categoryId ?? '',
  category: { name: categoryName, lang: { en: { name: categoryName } } },
  userId: me._id,
  channelId: null,
  channels: [],
  picto: look.picto ?? PLAIN_PICTO,
  hue: look.hue ?? 'notice',
  choices: [],
  acceptNotif: true,
  abilities: { publish: false, edit: false, remove: false },
})

/** The tile, and a post made from the template, as neighbours will see them. */
export const TemplatePreview = ({ me, categoryName, preview, ...rest }: TemplatePreviewProps) => {
  const { t, language } = useText()
  const now = useNow()
  const template = templateOf({ ...rest, me, categoryName })
  const name = rest.draft[language].name.trim() || rest.draft.fr.name.trim() || rest.draft.en.name.trim()
  const publication = { ...newPublication(), tmpId: rest.draft.tmpId }
  const post = previewOf({ template, deal: undefined, publication, places: [], me, timezone: 'UTC', now })
  return (
    <aside className={form.preview} aria-label={t('templates.form.preview')}>
      <p className={css.label}>
        <Icon name="eye" size="s" />
        {t('templates.form.preview')}
      </p>
      <div className={css.tile}>
        <Tile picto={template.picto} hue={template.hue} size="l" />
        <span>
          <b dir="auto">{name || t('templates.form.name')}</b>
          <span className={typography.meta} dir="auto">
            {categoryName ?? t('templates.form.category')}
          </span>
        </span>
      </div>
      <div inert>{preview(post)}</div>
    </aside>
  )
}
