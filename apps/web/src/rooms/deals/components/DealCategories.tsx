import type { DealCategory } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { toggled } from '../deals.search.ts'

export interface DealCategoriesProps {
  categories: DealCategory[]
  chosen: string[]
  onChoose: (categories: string[]) => void
}

/** Several can be chosen; none is all. */
export const DealCategories = ({ categories, chosen, onChoose }: DealCategoriesProps) => {
  const { t, language } = useText()
  return (
    <Chips label={t('deals.filter.label')}>
      <Chip on={chosen.length === 0} onClick={() => onChoose([])}>{t('deals.filter.all')}</Chip>
      {categories.map(category => (
        <Chip key={category._id} on={chosen.includes(category._id)} picto={category.picto} onClick={() => onChoose(toggled(chosen, category._id))}>{textIn(language, category, 'name')}</Chip>
      ))}
    </Chips>
  )
}
