import type { Community } from '@parvis/contract/community.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { DEAL_REACH_KM } from '@parvis/contract/write-deals.ts'
import { useTilesStyleUrl } from '#web/kernel/installation/use-tiles-style.ts'
import { useTown } from '#web/kernel/installation/use-town.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import css from './DealLocationFields.module.css'
import { DealField, type DealFieldsProps } from './DealField.tsx'

const MAX_ZIP_LENGTH = 10
/** Centre of France, used for a community without a location. */
const COUNTRY_CENTER = { type: 'Point' as const, coordinates: [2.35, 46.6] as [number, number] }

/** Form section for the street address, the point on the map and whether nearby communities see the deal. */
export const DealLocationFields = ({
  community,
  ...fields
}: DealFieldsProps & { community: Pick<Community, 'name' | 'loc'> }) => {
  const { t } = useText()
  const { draft, change } = fields.form
  const styleUrl = useTilesStyleUrl()
  const town = useTown(draft)
  return (
    <FormSection title={t('dealwriting.where')}>
      <DealField
        fields={fields}
        label={t('dealwriting.address')}
        field="address"
        icon="map-pin"
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
      />
      <div className={css.pair}>
        <DealField
          fields={fields}
          label={t('dealwriting.zip')}
          field="zipCode"
          autoComplete="postal-code"
          maxLength={MAX_ZIP_LENGTH}
        />
        <DealField
          fields={fields}
          label={t('dealwriting.town')}
          field="city"
          autoComplete="address-level2"
          maxLength={MAX_NAME_LENGTH}
        />
      </div>
      <PlacePicker
        label={t('dealwriting.map')}
        styleUrl={styleUrl}
        value={draft.loc}
        onPick={loc => change({ loc })}
        initialPlace={town ?? { name: community.name, point: community.loc ?? COUNTRY_CENTER }}
        error={fields.errorOf('loc')}
        submitCount={fields.submitCount}
      />
      <Checkbox name="nearby" checked={draft.nearby} onChange={nearby => change({ nearby })}>
        {t('dealwriting.nearby', { km: DEAL_REACH_KM })}
      </Checkbox>
    </FormSection>
  )
}
