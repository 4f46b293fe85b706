import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import css from './SearchField.module.css'

export interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'autoFocus' | 'onBlur' | 'onKeyDown'> {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ label, placeholder = label, value, onChange, ...native }: SearchFieldProps) => (
  <label className={css.search}>
    <Icon name="search" size="s" />
    <input {...native} type="search" enterKeyHint="search" aria-label={label} placeholder={placeholder} value={value} onChange={event => onChange(event.target.value)} />
  </label>
)
