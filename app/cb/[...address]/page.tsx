import { labMetadata, labPage } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("cb");
export default labPage();
