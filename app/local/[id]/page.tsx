import { labMetadata, labPage } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("local");
export default labPage();
