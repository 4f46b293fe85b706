import type { Media } from '@parvis/contract/entity.ts'
import type { hues, FeedPost } from '@parvis/contract/feed.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { groupByTemplateType, type Template } from '@parvis/contract/templates.ts'
import type { ReactNode } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import typography from '#web/ui/typography.module.css'
import { newPublication, previewOf } from '../publication.ts'
import { DEFAULT_PICTO, type TemplateDraft } from '../template-draft.ts'
import form from '#web/ui/form-columns.module.css'
import css from './TemplatePreview.module.css'

export interface TemplatePreviewProps {
  draft: TemplateDraft
  tile: { picto: string | null; hue: (typeof hues)[number] | null }
  me: SessionUser
  /** Photo of the saved template. */
  photo: Media | null
  categoryName: string | null
  renderPreview: (post: FeedPost) => ReactNode
}

/** Builds the template as the server would return it. */
const templateOf = ({
  draft,
  tile,
  photo,
  me,
  categoryName,
}: Omit<TemplatePreviewProps, 'renderPreview'>): Template => ({
  _id: draft.tmpId,
  name: trimToNull(draft.fr.name),
  title: trimToNull(draft.fr.title),
  description: trimToNull(draft.fr.description),
  postDescription: trimToNull(draft.fr.after),
  lang: {
    en: {
      name: trimToNull(draft.en.name),
      title: trimToNull(draft.en.title),
      description: trimToNull(draft.en.description),
      postDescription: trimToNull(draft.en.after),
    },
  },
  photoUri: null,
  photo: draft.photo === 'stored' ? photo : null,
  youtubeVideoId: draft.link ? videoIdOf(draft.link) : null,
  type: draft.type,
  subtype: null,
  groupId: groupByTemplateType[draft.type],
  categoryId: draft.categoryId ?? '',
  category: { name: categoryName, lang: { en: { name: categoryName } } },
  userId: me._id,
  channelId: null,
  channels: [],
  picto: tile.picto ?? DEFAULT_PICTO,
  hue: tile.hue ?? 'notice',
  choices: [],
  acceptNotif: true,
  abilities: { publish: false, edit: false, remove: false },
})

/** Preview of the tile, and of a post made from the template. */
export const TemplatePreview = ({ me, categoryName, renderPreview, ...rest }: TemplatePreviewProps) => {
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
      <div inert>{renderPreview(post)}</div>
    </aside>
  )
}
