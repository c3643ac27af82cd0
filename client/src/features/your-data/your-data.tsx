import { DeletedSection } from './deleted-section'
import { DeleteSection } from './delete-section'
import { ExportSection } from './export-section'
import { ImportSection } from './import-section'
import { useExport } from './use-export'

export function YourData() {
  const exporting = useExport()
  return (
    <>
      <ExportSection exporting={exporting} />
      <ImportSection />
      <DeletedSection />
      <DeleteSection exporting={exporting} />
    </>
  )
}
