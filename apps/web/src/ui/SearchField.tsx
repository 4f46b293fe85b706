import { useRef, type ComponentProps } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './SearchField.module.css'

export interface SearchFieldProps extends Pick<
  ComponentProps<'input'>,
  'maxLength' | 'autoFocus' | 'onBlur' | 'onKeyDown'
> {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ label, placeholder = label, value, onChange, ...native }: SearchFieldProps) => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={css.search}>
      <label className={css.field}>
        <Icon name="search" size="s" />
        <input
          {...native}
          ref={input}
          type="search"
          enterKeyHint="search"
          aria-label={label}
          placeholder={placeholder}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </label>
      {/* without a mouse press of its own, so that a field that closes when it is left stays */}
      {value && (
        <IconButton
          icon="x"
          label={t('common.field.clear')}
          onPointerDown={event => event.preventDefault()}
          onClick={clear}
        />
      )}
    </div>
  )
}
