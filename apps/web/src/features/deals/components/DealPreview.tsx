import type { Community } from '@parvis/contract/community.ts'
import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import { dealBody, type DealDraft } from '../deal-draft.ts'
import { DealCard } from './DealCard.tsx'
import css from './DealPreview.module.css'

export interface DealPreviewProps {
  draft: DealDraft
  /** Photo picked for this draft. */
  photo: Blob | null
  /** Saved version of the edited deal; null for a new deal. */
  savedDeal: Deal | null
  category: DealCategory | null
  community: Pick<Community, 'customUri' | 'loc'>
}

const noCategory: DealCategory = { _id: '', name: null, lang: { en: { name: null } }, picto: '', bgColor: 'notice' }
const noAbilities: Deal['abilities'] = {
  edit: false,
  remove: false,
  publish: false,
  approve: false,
  drawMap: false,
  flag: false,
}

/** Builds a deal from a draft, for the card of the preview. */
const dealOf = (
  { draft, savedDeal, category }: Omit<DealPreviewProps, 'photo' | 'community'>,
  now: number,
  placeholderTitle: string,
): Deal => {
  const { lang, templateId: _, choices: __, tmpId: ___, nearby: ____, photoUri: _____, ...fields } = dealBody(draft)
  const { alt: ______, ...english } = lang?.en ?? {}
  const named = fields.title ?? english.title ?? placeholderTitle
  return {
    ...(fields as Deal),
    _id: draft.tmpId,
    title: fields.title ?? named,
    lang: { en: { ...(english as Deal['lang']['en']), title: english.title ?? named } },
    category: category ?? noCategory,
    choices: [],
    templateId: null,
    photoUri: null,
    photo: draft.photo === 'stored' ? (savedDeal?.photo ?? null) : null,
    mapPhotoUri: null,
    mapPhoto: null,
    cityUri: '',
    customUri: '',
    dateAdded: savedDeal?.dateAdded ?? new Date(now).toISOString(),
    version: 1,
    keeping: null,
    abilities: noAbilities,
  }
}

/** Preview of the card that the deal will have, updated while the author types. */
export const DealPreview = ({ photo, community, ...input }: DealPreviewProps) => {
  const { t } = useText()
  const now = useNow()
  return (
    <aside className={columns.preview} aria-label={t('dealwriting.preview')}>
      <p className={css.label}>
        <Icon name="eye" size="s" />
        {t('dealwriting.preview')}
      </p>
      <div inert>
        <DealCard
          deal={dealOf(input, now, t('dealwriting.preview.title'))}
          community={community}
          picture={input.draft.photo === 'new' && photo && <BlobImage blob={photo} alt="" className={css.photo} />}
        />
      </div>
    </aside>
  )
}
