import './styles.css'
import { offerCopy, offerTabs } from './code-blocks.ts'
import { fillIn, offerRun } from './run.ts'
import { offerSearch } from './search.ts'

fillIn()
offerTabs()
offerCopy()
offerRun()
offerSearch()
