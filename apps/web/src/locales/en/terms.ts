export { default } from '@parvis/contract/terms/en.json'
