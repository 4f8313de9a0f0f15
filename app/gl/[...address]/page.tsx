import { labMetadata, labPage } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("gl");
export default labPage();
