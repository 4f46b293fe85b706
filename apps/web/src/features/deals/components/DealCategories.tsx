import type { DealCategory } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Delayed } from '#web/ui/SlowLoading.tsx'
import { withToggledCategory } from '../deals.search.ts'
import css from './DealCategories.module.css'

export interface DealCategoriesProps {
  categories: DealCategory[]
  chosenCategoryIds: string[]
  onChooseCategories: (categories: string[]) => void
}

/** Filter by one or more categories; without a choice all deals are shown. */
export const DealCategories = ({ categories, chosenCategoryIds, onChooseCategories }: DealCategoriesProps) => {
  const { t, language } = useText()
  return (
    <Chips label={t('deals.filter.label')}>
      <Chip selected={chosenCategoryIds.length === 0} onClick={() => onChooseCategories([])}>
        {t('deals.filter.all')}
      </Chip>
      {categories.map(category => (
        <Chip
          key={category._id}
          selected={chosenCategoryIds.includes(category._id)}
          picto={category.picto}
          onClick={() => onChooseCategories(withToggledCategory(chosenCategoryIds, category._id))}
        >
          {textIn(language, category, 'name')}
        </Chip>
      ))}
    </Chips>
  )
}

/** Reserves the height of the chips, so that the list does not move. */
export const DealCategoriesSkeleton = () => (
  <div className={css.row} aria-hidden="true">
    <Delayed>
      {[1, 2, 3, 4, 5].map(n => (
        <Skeleton key={n} shape="chip" />
      ))}
    </Delayed>
  </div>
)
