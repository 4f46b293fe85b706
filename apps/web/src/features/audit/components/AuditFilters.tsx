import { auditGroups, type AuditCommunity } from '@parvis/contract/audit.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { AuditSearch } from '../audit.search.ts'
import css from './AuditFilters.module.css'

export interface AuditFiltersProps {
  communities: readonly AuditCommunity[]
  search: AuditSearch
  onSearchChange: (change: AuditSearch) => void
}

export const AuditFilters = ({ communities, search, onSearchChange }: AuditFiltersProps) => {
  const { t } = useText()
  const { quoi, communaute = '', du = '', au = '' } = search
  return (
    <>
      <Chips label={t('audit.kinds')}>
        <Chip selected={!quoi} onClick={() => onSearchChange({ quoi: undefined })}>
          {t('audit.kind.all')}
        </Chip>
        {auditGroups.map(group => (
          <Chip
            key={group}
            selected={quoi === group}
            onClick={() => onSearchChange({ quoi: quoi === group ? undefined : group })}
          >
            {t(`audit.kind.${group}`)}
          </Chip>
        ))}
      </Chips>
      <div className={css.fields}>
        <Select
          label={t('audit.community')}
          name="communaute"
          value={communaute}
          options={[
            { value: '', label: t('audit.community.all') },
            ...communities.map(({ _id, name, customUri }) => ({ value: _id, label: name ?? customUri })),
          ]}
          onChange={value => onSearchChange({ communaute: value || undefined })}
        />
        <Field
          label={t('audit.from')}
          name="du"
          type="date"
          max={au || undefined}
          value={du}
          onChange={value => onSearchChange({ du: value || undefined })}
        />
        <Field
          label={t('audit.to')}
          name="au"
          type="date"
          min={du || undefined}
          value={au}
          onChange={value => onSearchChange({ au: value || undefined })}
        />
      </div>
    </>
  )
}
