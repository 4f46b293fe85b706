export { default } from '@parvis/contract/terms/fr.json'
